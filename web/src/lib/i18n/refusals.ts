/**
 * Why a command was refused: rule first, then the fact. `refusal.<code>` with the server's facts as parameters;
 * a game's own codes stand in the game's file under the same prefix.
 */
import type { Translation } from './types';

export const pt = {
  'refusal.unknown': 'Não deu. Tente de novo.',
  'refusal.not_seated': 'Só quem está sentado pode fazer isso.',
  'refusal.stale_decision': 'A mesa já tinha andado. Olhe de novo e escolha.',
} as const;

export const en: Translation<typeof pt> = {
  'refusal.unknown': 'That did not work. Try again.',
  'refusal.not_seated': 'Only seated players can do that.',
  'refusal.stale_decision': 'The table had already moved on. Look again and choose.',
};
