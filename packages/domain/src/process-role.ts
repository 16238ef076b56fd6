/** What a process of the installation does; one that is alone does all of it. */
export const PROCESS_ROLES = ['edge', 'engine', 'jobs'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];
