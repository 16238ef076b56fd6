import { chosenPersona, personaAnswer } from '../persona.ts';
import { endpoint } from './endpoint.ts';

const FOX = { animal: 'fox', colour: 'blue', listed: true } as const;

export const mine = endpoint({
  method: 'GET',
  path: '/api/account/persona',
  access: 'user',
  description:
    'How one appears to others, in classes and leaderboards: by an animal and a colour. null until it is chosen.',
  answer: personaAnswer,
  errors: [],
  example: { answer: { persona: FOX } },
});

export const choose = endpoint({
  method: 'PUT',
  path: '/api/account/persona',
  access: 'user',
  description:
    'Chooses an animal and a colour, and whether one is in leaderboards. Who leaves a leaderboard is gone from it at once.',
  body: chosenPersona,
  answer: personaAnswer,
  errors: [],
  example: { body: FOX, answer: { persona: FOX } },
});
