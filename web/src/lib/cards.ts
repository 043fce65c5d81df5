/** The drawings of cards, suits, tiles and icons: paths only, drawn for this project. */

export type SuitLetter = 'c' | 'd' | 'h' | 's';

/** In a box of 100 x 100. */
export const SUIT: Record<SuitLetter, string> = {
  h: 'M50 92C22 69 5 51 5 31C5 16 16 6 28 6C38 6 46 12 50 22C54 12 62 6 72 6C84 6 95 16 95 31C95 51 78 69 50 92Z',
  d: 'M50 3C60 21 73 37 91 50C73 63 60 79 50 97C40 79 27 63 9 50C27 37 40 21 50 3Z',
  s: 'M50 4C57 22 93 40 93 63C93 76 83 84 73 84C66 84 59 80 55 74C56 84 60 91 68 96L32 96C40 91 44 84 45 74C41 80 34 84 27 84C17 84 7 76 7 63C7 40 43 22 50 4Z',
  c: 'M28 26a22 22 0 1 0 44 0a22 22 0 1 0-44 0ZM5 59a21.5 21.5 0 1 0 43 0a21.5 21.5 0 1 0-43 0ZM52 59a21.5 21.5 0 1 0 43 0a21.5 21.5 0 1 0-43 0ZM38 34V66H62V34ZM45 50C45 74 40 88 31 96H69C60 88 55 74 55 50Z',
};

/** A narrow 1 and an oval, so that the ten stays whole in a fan at any font. */
export const TEN = [
  'M12 14H22.5V59.5H12V25.4L5 27.2V17.8Z',
  'M43.5 13.4C53.5 13.4 59.5 21.5 59.5 36.8C59.5 52.1 53.5 60.2 43.5 60.2C33.5 60.2 27.5 52.1 27.5 36.8C27.5 21.5 33.5 13.4 43.5 13.4ZM43.5 22.6C39.6 22.6 37.6 27.4 37.6 36.8C37.6 46.2 39.6 51 43.5 51C47.4 51 49.4 46.2 49.4 36.8C49.4 27.4 47.4 22.6 43.5 22.6Z',
] as const;

/** The white waves of a card's back, of the seaside pavement. */
export const WAVES: readonly string[] = [0, 1, 2, 3, 4, 5].map((i) => {
  const y = 20 + i * 33;
  return (
    `M10 ${y}C28 ${y - 19} 42 ${y - 19} 55 ${y}S84 ${y + 19} 100 ${y}S122 ${y - 14} 130 ${y - 8}V${y + 8}` +
    `C122 ${y + 4} 112 ${y + 6} 100 ${y + 17}S70 ${y + 36} 55 ${y + 17}S28 ${y - 2} 10 ${y + 15}Z`
  );
});

export function suitOf(card: string): SuitLetter | null {
  const suit = card[1];
  return suit === 'c' || suit === 'd' || suit === 'h' || suit === 's' ? suit : null;
}

/** What is printed in the corner: `T` is 10. */
export function rankText(card: string): string {
  const rank = card[0] ?? '';
  return rank === 'T' ? '10' : rank;
}

/** Line icons in a box of 24. */
export const ICONS = {
  menu: 'M4 7H20M4 12H20M4 17H20',
  chat: 'M4 5H20V16H11L7 20V16H4Z',
  x: 'M6 6L18 18M18 6L6 18',
  check: 'M5 12.5L10 17.5L19 7',
  plus: 'M12 5V19M5 12H19',
  minus: 'M5 12H19',
  next: 'M9 5L16 12L9 19',
  back: 'M15 5L8 12L15 19',
  link: 'M10 14L14 10M8 11L6 13A3.5 3.5 0 0 0 11 18L13 16M16 13L18 11A3.5 3.5 0 0 0 13 6L11 8',
  cw: 'M5 12A7 7 0 0 1 18 8.5M19 4V9H14M19 12A7 7 0 0 1 6 15.5',
  eye: 'M3 12C6 7 9 5.5 12 5.5S18 7 21 12C18 17 15 18.5 12 18.5S6 17 3 12ZM9.5 12A2.5 2.5 0 1 0 14.5 12A2.5 2.5 0 1 0 9.5 12',
  shield: 'M12 3L19 6V11C19 16 16 19.5 12 21C8 19.5 5 16 5 11V6ZM9 12L11.5 14.5L15.5 9.5',
  up: 'M6 15L12 9L18 15',
  down: 'M6 9L12 15L18 9',
  person: 'M8 8A4 4 0 1 0 16 8A4 4 0 1 0 8 8M4 20C5 15.5 8 14 12 14S19 15.5 20 20',
  robot: 'M5 9H19V19H5ZM12 9V5M10.5 4.5A1.5 1.5 0 1 0 13.5 4.5A1.5 1.5 0 1 0 10.5 4.5M9 13V14.5M15 13V14.5',
  book: 'M5 5C8 4 10 4.5 12 6C14 4.5 16 4 19 5V18C16 17 14 17.5 12 19C10 17.5 8 17 5 18ZM12 6V19',
  gear: 'M12 8.5A3.5 3.5 0 1 0 12 15.5A3.5 3.5 0 1 0 12 8.5M12 3V6M12 18V21M3 12H6M18 12H21M5.6 5.6L7.8 7.8M16.2 16.2L18.4 18.4M18.4 5.6L16.2 7.8M7.8 16.2L5.6 18.4',
  exit: 'M14 4H6V20H14M10 12H20M16.5 8.5L20 12L16.5 15.5',
  lock: 'M6 11H18V20H6ZM8.5 11V8A3.5 3.5 0 0 1 15.5 8V11',
  sound: 'M4 10H8L12 6V18L8 14H4ZM15 9.5A4 4 0 0 1 15 14.5M17.5 7A7.5 7.5 0 0 1 17.5 17',
  clock: 'M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4M12 7.5V12L15 14',
  copy: 'M9 9H20V20H9ZM15 9V4H4V15H9',
  share: 'M12 15V4M8 8L12 4L16 8M6 12V20H18V12',
} as const;

export type IconName = keyof typeof ICONS;

/** Four patterns for persons' tiles, in a box of 100. */
export const TILES: readonly (readonly { d: string; faint?: true }[])[] = [
  [
    { d: 'M0 0H50A50 50 0 0 1 0 50ZM100 100H50A50 50 0 0 1 100 50Z' },
    { d: 'M100 0V50A50 50 0 0 1 50 0ZM0 100V50A50 50 0 0 1 50 100Z', faint: true },
  ],
  [
    { d: 'M50 0L100 50L50 100L0 50Z' },
    { d: 'M0 0H30L0 30ZM100 0V30L70 0ZM100 100H70L100 70ZM0 100V70L30 100Z', faint: true },
  ],
  [
    { d: 'M0 0H50V50H0ZM50 50H100V100H50Z' },
    { d: 'M50 25A25 25 0 1 1 100 25A25 25 0 1 1 50 25M0 75A25 25 0 1 1 50 75A25 25 0 1 1 0 75', faint: true },
  ],
  [
    {
      d: 'M0 20C25 0 25 40 50 20S75 0 100 20V40C75 20 75 60 50 40S25 20 0 40ZM0 72C25 52 25 92 50 72S75 52 100 72V92C75 72 75 112 50 92S25 72 0 92Z',
    },
  ],
];

/** The same name gets the same pattern, colour and letter everywhere. */
export function tileOf(name: string): { colour: number; pattern: number; letter: string } {
  const clean = name.trim();
  let hash = 2166136261;
  for (const char of clean.toLocaleLowerCase('pt-BR')) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  }
  const letter = [...clean].find((char) => /[\p{L}\p{N}]/u.test(char)) ?? '?';
  return { colour: hash % 4, pattern: (hash >>> 8) % 4, letter: letter.toLocaleUpperCase('pt-BR') };
}
