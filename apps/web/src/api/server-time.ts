/** What has to be added to the device's clock to get the server's, ms; 0 until the server has said anything. */
let correction = 0;

/**
 * Takes note of an answer's `Date` header, which has whole seconds.
 * @param date as the header says it; anything else changes nothing
 */
export function noteServerTime(date: string | null): void {
  const said = date === null ? Number.NaN : Date.parse(date);
  if (Number.isFinite(said)) correction = said - Date.now();
}

/** Wall clock of the server as far as the device knows it, ms: devices are hours off more often than one thinks. */
export const serverNow = (): number => Date.now() + correction;
