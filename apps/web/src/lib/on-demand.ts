/** Makes it when it is first asked for: the Intl classes read their tables, which takes a phone long. */
export function onDemand<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
