/** Options of a table in words. The values and defaults are the catalogue's; only the words are here. */
import { t, tCode } from './i18n/index.svelte';
import type { GameListing, OptionListing, Options, OptionValue } from './wire';

export interface OptionInWords {
  name: string;
  title: string;
  value: string;
  help: string;
  clause: string;
  /** Differs from the game's default. */
  changed: boolean;
}

export function valueInWords(name: string, value: OptionValue): string {
  return tCode(`option.${name}.${value}`) ?? tCode(`option.value.${value}`) ?? String(value);
}

export function optionInWords(option: OptionListing, value: OptionValue): OptionInWords {
  return {
    name: option.name,
    title: tCode(`option.${option.name}`) ?? option.name,
    value: valueInWords(option.name, value),
    help: tCode(`option.${option.name}.help`) ?? '',
    clause: option.clause,
    changed: value !== option.default,
  };
}

/** Every option of a table in the game's order, as anybody outside may read it. */
export function optionsInWords(game: GameListing | undefined, options: Options): OptionInWords[] {
  if (game === undefined) {
    return Object.entries(options).map(([name, value]) =>
      optionInWords({ name, default: value, values: [], clause: '' }, value),
    );
  }
  return game.options.map((option) => optionInWords(option, options[option.name] ?? option.default));
}

/** What the hand is worth step by step, in words: the scale that was chosen, or the game's only one. */
export function ladderInWords(game: string, options: Options): string | null {
  const scale = options['scale'];
  return scale === undefined ? tCode(`game.${game}.ladder`) : valueInWords('scale', scale);
}

/** The whole options that a preset means. */
export function presetOptions(game: GameListing, preset: string): Options {
  const given = game.presets[preset] ?? {};
  return Object.fromEntries(game.options.map((option) => [option.name, given[option.name] ?? option.default]));
}

/** The preset that says the same as these options, if one does. */
export function presetOf(game: GameListing, options: Options): string | null {
  const same = Object.keys(game.presets).find((preset) => {
    const whole = presetOptions(game, preset);
    return game.options.every((option) => whole[option.name] === (options[option.name] ?? option.default));
  });
  return same ?? null;
}

/** "Truco Paulista", "Truco Paulista mano a mano". */
export function gameTitle(games: readonly GameListing[] | null, id: string, seats?: number): string {
  const name = games?.find((each) => each.id === id)?.name ?? tCode(`game.${id}.name`) ?? id;
  return seats === 2 ? `${name} ${t('game.one_to_one')}` : name;
}
