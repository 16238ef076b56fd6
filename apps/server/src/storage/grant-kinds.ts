/** What may be done with a column; a column without any of it is 'none'. */
export type Rights = 'none' | 'select' | 'insert' | 'select insert' | 'select update' | 'select insert update';

export interface TableGrants {
  /** Every column of the table, once. */
  columns: Partial<Record<Rights, readonly string[]>>;
  /** Whether rows may be deleted. */
  delete?: true;
  why: string;
}

export interface FunctionGrants {
  /** Whose rights it works with. Triggers fire whoever may call them. */
  as: 'owner' | 'caller';
  execute?: true;
  why: string;
}
