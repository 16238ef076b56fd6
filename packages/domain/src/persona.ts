/**
 * How people appear to each other, in classes and leaderboards: by an animal and a colour of these lists. Nobody types
 * anything, so that nothing can be said by it.
 */
export const ANIMALS = [
  ...['badger', 'bear', 'beaver', 'cat', 'crane', 'deer', 'dolphin', 'eagle', 'elk', 'falcon', 'fox', 'hare'],
  ...['hedgehog', 'heron', 'lynx', 'marten', 'mole', 'otter', 'owl', 'penguin', 'raven', 'seal', 'squirrel', 'swan'],
  ...['tiger', 'turtle', 'walrus', 'whale', 'wolf', 'woodpecker'],
] as const;
export type Animal = (typeof ANIMALS)[number];

export const COLOURS = ['amber', 'blue', 'coral', 'cyan', 'green', 'lilac', 'lime', 'pink', 'sand', 'white'] as const;
export type Colour = (typeof COLOURS)[number];

/** One person’s; several may have the same. */
export interface Persona {
  animal: Animal;
  colour: Colour;
}
