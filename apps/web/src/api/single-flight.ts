const flights = new Map<string, Promise<unknown>>();

/**
 * Runs one thing at a time for each key: whoever asks for the same while it is under way gets the
 * same answer. A double click is one intent.
 */
export function singleFlight<T>(key: string, run: () => Promise<T>): Promise<T> {
  const known = flights.get(key) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const flight = run().finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}
