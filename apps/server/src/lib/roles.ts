/** What a process of the installation does; one that is alone does all of it. */
export const ROLES = ['edge', 'engine', 'jobs'] as const;
export type Role = (typeof ROLES)[number];
