const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/YaBrowser/, 'Яндекс Браузер'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const first = (list: readonly [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** «Chrome, Windows» from a user agent: enough to recognise one's own device. */
export function describeAgent(userAgent: string): string {
  const parts = [first(BROWSERS, userAgent), first(SYSTEMS, userAgent)].filter((part) => part !== undefined);
  return parts.length === 0 ? 'Неизвестное устройство' : parts.join(', ');
}
