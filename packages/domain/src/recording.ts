/** What the product's own generator made for a fresh installation; everything else was imported. */
export const STORIES = ['trend', 'crash', 'sideways'] as const;
export type Story = (typeof STORIES)[number];

/** What can be wrong with a line of a file that a recording is imported from; a gap lies before its line. */
export const RECORDING_ISSUES = ['badRow', 'duplicate', 'conflict', 'outOfOrder', 'gap'] as const;
export type RecordingIssue = (typeof RECORDING_ISSUES)[number];
