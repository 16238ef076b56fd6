/** A class is named by one of these words and a number: nobody types a name (rule M1). */
export const CLASS_WORDS = [
  ...['anchor', 'arrow', 'bridge', 'candle', 'comet', 'compass', 'delta', 'forest', 'harbour', 'island', 'lantern'],
  ...['meadow', 'mirror', 'mountain', 'orbit', 'pendulum', 'prism', 'river', 'sail', 'summit', 'tower', 'valley'],
  ...['wave', 'wind'],
] as const;
export type ClassWord = (typeof CLASS_WORDS)[number];

/** Numbers of a word: 1 to this. */
export const MAX_CLASS_NUMBER = 999;
