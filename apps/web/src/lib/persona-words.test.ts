import { ANIMALS, COLOURS } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { animalWord, personaInitials, personaName } from './persona-words.ts';

describe('personaName', () => {
  it('puts the colour into the gender of the animal', () => {
    expect(personaName({ animal: 'fox', colour: 'blue' })).toBe('Синяя лиса');
    expect(personaName({ animal: 'hedgehog', colour: 'cyan' })).toBe('Голубой ёж');
    expect(personaInitials({ animal: 'hedgehog' })).toBe('Ёж');
  });

  it('has a name of its own for each persona', () => {
    const all = ANIMALS.flatMap((animal) => COLOURS.map((colour) => personaName({ animal, colour })));
    expect(new Set(all).size).toBe(ANIMALS.length * COLOURS.length);
    // The gender of a word that ends in -а or -я is feminine; the others are listed.
    const feminine = ANIMALS.filter((animal) => personaName({ animal, colour: 'white' }).startsWith('Белая'));
    expect(feminine.map(animalWord).filter((word) => !/[ая]$/.test(word))).toEqual(['рысь']);
  });
});
