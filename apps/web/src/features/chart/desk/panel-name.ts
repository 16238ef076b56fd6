/** What can be asked for beside a chart. */
export const PANELS = ['indicators', 'view', 'compare', 'layout', 'picture'] as const;
export type PanelName = (typeof PANELS)[number];
