/** Who we are: a guest with a nickname. Made by POST only, so that no link or picture can make one. */
import { IdentityProblem } from './socket';
import type { Me, Problem } from './wire';

/** Birds of Brazil: a name until the person chooses one. */
const BIRDS = [
  'Arara',
  'Beija-flor',
  'Bem-te-vi',
  'Canário',
  'Coruja',
  'Curió',
  'Gavião',
  'Jacu',
  'João-de-barro',
  'Maritaca',
  'Pardal',
  'Quero-quero',
  'Sabiá',
  'Sanhaço',
  'Saracura',
  'Seriema',
  'Tico-tico',
  'Tucano',
  'Tuiuiú',
  'Uirapuru',
] as const;

export function inventName(random: () => number = Math.random): string {
  const bird = BIRDS[Math.floor(random() * BIRDS.length)] ?? 'Sabiá';
  return `${bird} ${10 + Math.floor(random() * 90)}`;
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

async function problem(response: Response): Promise<string> {
  try {
    return ((await response.json()) as Problem).code || 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The identity of the cookie, or a new one; who has one keeps it, whatever name is sent. */
export async function ensureIdentity(fetcher: Fetch = (url, init) => fetch(url, init)): Promise<Me> {
  const answer = await fetcher('/api/identity', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: inventName() }),
  });
  if (answer.ok) return (await answer.json()) as Me;
  // too many from this address: trying again by itself would make it worse
  throw new IdentityProblem(answer.status === 429 ? 'identity' : await problem(answer), answer.status === 429);
}

export type Renamed = { ok: true; me: Me } | { ok: false; code: string };

export async function rename(name: string, fetcher: Fetch = (url, init) => fetch(url, init)): Promise<Renamed> {
  try {
    const answer = await fetcher('/api/me', {
      method: 'PATCH',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    return answer.ok ? { ok: true, me: (await answer.json()) as Me } : { ok: false, code: await problem(answer) };
  } catch {
    return { ok: false, code: 'offline' };
  }
}
