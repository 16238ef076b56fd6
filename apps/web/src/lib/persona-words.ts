import type { Animal, Colour, Persona } from '@plecho/domain';

type Gender = 'he' | 'she';

/** The Russian word of an animal, and the gender that its colour takes. */
const ANIMAL_WORDS: Record<Animal, readonly [word: string, gender: Gender]> = {
  badger: ['барсук', 'he'],
  bear: ['медведь', 'he'],
  beaver: ['бобр', 'he'],
  cat: ['кошка', 'she'],
  crane: ['журавль', 'he'],
  deer: ['олень', 'he'],
  dolphin: ['дельфин', 'he'],
  eagle: ['орёл', 'he'],
  elk: ['лось', 'he'],
  falcon: ['сокол', 'he'],
  fox: ['лиса', 'she'],
  hare: ['заяц', 'he'],
  hedgehog: ['ёж', 'he'],
  heron: ['цапля', 'she'],
  lynx: ['рысь', 'she'],
  marten: ['куница', 'she'],
  mole: ['крот', 'he'],
  otter: ['выдра', 'she'],
  owl: ['сова', 'she'],
  penguin: ['пингвин', 'he'],
  raven: ['ворон', 'he'],
  seal: ['тюлень', 'he'],
  squirrel: ['белка', 'she'],
  swan: ['лебедь', 'he'],
  tiger: ['тигр', 'he'],
  turtle: ['черепаха', 'she'],
  walrus: ['морж', 'he'],
  whale: ['кит', 'he'],
  wolf: ['волк', 'he'],
  woodpecker: ['дятел', 'he'],
};

const COLOUR_WORDS: Record<Colour, Record<Gender, string>> = {
  amber: { he: 'Янтарный', she: 'Янтарная' },
  blue: { he: 'Синий', she: 'Синяя' },
  coral: { he: 'Коралловый', she: 'Коралловая' },
  cyan: { he: 'Голубой', she: 'Голубая' },
  green: { he: 'Зелёный', she: 'Зелёная' },
  lilac: { he: 'Сиреневый', she: 'Сиреневая' },
  lime: { he: 'Салатовый', she: 'Салатовая' },
  pink: { he: 'Розовый', she: 'Розовая' },
  sand: { he: 'Песочный', she: 'Песочная' },
  white: { he: 'Белый', she: 'Белая' },
};

export const animalWord = (animal: Animal): string => ANIMAL_WORDS[animal][0];

/** «Синий»: the colour alone, as it agrees with «цвет». */
export const colourWord = (colour: Colour): string => COLOUR_WORDS[colour].he;

/** «Синяя лиса». */
export function personaName({ animal, colour }: Persona): string {
  const [word, gender] = ANIMAL_WORDS[animal];
  return `${COLOUR_WORDS[colour][gender]} ${word}`;
}

/** «Ли»: what stands on a badge; the name is beside it. */
export function personaInitials({ animal }: Pick<Persona, 'animal'>): string {
  const word = animalWord(animal);
  return word.charAt(0).toUpperCase() + word.charAt(1);
}
