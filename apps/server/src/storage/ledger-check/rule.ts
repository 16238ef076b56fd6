/** A rule that must always hold, and how to find what breaks it. */
export interface Rule {
  id: string;
  text: string;
  /** One row per violation, with a column `what` that names it. */
  sql: string;
}
