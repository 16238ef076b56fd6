import { ANIMALS, COLOURS } from '@plecho/domain';
import * as z from 'zod/mini';

/** How somebody appears to others: nothing of it was typed, and several people may have the same. */
export const persona = z.strictObject({ animal: z.enum(ANIMALS), colour: z.enum(COLOURS) });

/** `listed`: in the leaderboards of one's markets, too. */
export const chosenPersona = z.extend(persona, { listed: z.boolean() });
export type ChosenPersona = z.infer<typeof chosenPersona>;

/** null until one is chosen. */
export const personaAnswer = z.strictObject({ persona: z.nullable(chosenPersona) });
