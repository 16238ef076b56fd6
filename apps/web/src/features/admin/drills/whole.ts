/** A whole number as it was typed; 0 for anything else. */
export const whole = (typed: string): number => (/^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0);
