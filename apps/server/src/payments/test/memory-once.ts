import { answerOf, repeated, resultOf, scopeOf, type Answer, type Kept, type Once } from '../../lib/once.ts';

/** Answers in memory: one request of a key after another, as the database makes them wait. */
export function memoryOnce<Storage>(storage: Storage): Once<Storage> {
  const answers = new Map<string, Kept<never>>();
  const turns = new Map<string, Promise<unknown>>();
  return async (key, make) => {
    if (key === null) return make(storage);
    const scope = scopeOf(key);
    const before = turns.get(scope);
    const turn = (async () => {
      await before?.catch(() => undefined);
      const first = answers.get(scope);
      if (first !== undefined) return repeated(key, first);
      const answer = await answerOf(() => make(storage));
      answers.set(scope, { bodyHash: key.bodyHash, answer: answer as Answer<never> });
      return answer;
    })();
    turns.set(scope, turn);
    return resultOf(await turn);
  };
}
