export const SECTIONS = ['users', 'markets', 'classes', 'drills', 'datasets', 'transfers', 'audit', 'health'] as const;
export type Section = (typeof SECTIONS)[number];

/** The section that an address names; the first for anything else. */
export const sectionOf = (text: string | undefined): Section => SECTIONS.find((section) => section === text) ?? 'users';
