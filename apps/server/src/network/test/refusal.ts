import { Problem } from '../../lib/problem.ts';

/** The code that something was refused with; null when it happened. */
export async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}
