/** What a file shows without anything else, in this order. */
export const FILE_STEPS = ['file', 'signature', 'definition', 'entry', 'exit', 'price', 'rule', 'result'] as const;
/** What is checked, in this order. The last three need more than the file, or not every market has them. */
export const STEPS = [...FILE_STEPS, 'candles', 'recomputed', 'commitment'] as const;
export type Step = (typeof STEPS)[number];

/** Named numbers, as texts: prices and money as decimals, times in milliseconds by the market's own clock. */
export type Facts = Record<string, string>;

export interface StepResult {
  step: Step;
  outcome: 'passed' | 'failed' | 'unchecked';
  /** Stable: "ok", or what was wrong, or why it was not checked. */
  code: string;
  facts: Facts;
}

/** A step with what it found out for those that follow; null when it failed. */
export interface Checked<T> {
  result: StepResult;
  value: T | null;
}

export const passed = <T>(step: Step, value: T, facts: Facts): Checked<T> => ({
  result: { step, outcome: 'passed', code: 'ok', facts },
  value,
});

export const failed = (step: Step, code: string, facts: Facts = {}): Checked<never> => ({
  result: { step, outcome: 'failed', code, facts },
  value: null,
});

export const unchecked = (step: Step, code: string): StepResult => ({ step, outcome: 'unchecked', code, facts: {} });
