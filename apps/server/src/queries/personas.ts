import type { Persona } from '@plecho/domain';

/** How somebody appears to others, and whether beyond their classes. */
export interface ChosenPersona extends Persona {
  listed: boolean;
}

export interface PersonaStore {
  /** null until one is chosen. */
  of(userId: bigint): Promise<ChosenPersona | null>;
  choose(userId: bigint, persona: ChosenPersona): Promise<void>;
}
