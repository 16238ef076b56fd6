import type { LogHead } from '@plecho/contract';

const FORM = /^(plecho\.log\/[0-9a-f-]{36}\/([a-z0-9-]{1,40})) (0|[1-9]\d{0,17}) ([A-Za-z0-9+/]{43}=)$/;

/** A line of text that says how large a log is and what is in it: two people who see the same log can compare theirs. */
export const comparisonLine = {
  write: (origin: string, { size, root }: LogHead): string => `${origin} ${size} ${root}`,

  /** @returns null for anything that `write` does not write; blanks around it are no matter */
  read(line: string): { origin: string; market: string; head: LogHead } | null {
    const [, origin, market, size, root] = FORM.exec(line.trim().replaceAll(/\s+/g, ' ')) ?? [];
    if (origin === undefined || market === undefined || size === undefined || root === undefined) return null;
    return { origin, market, head: { size, root } };
  },
};
