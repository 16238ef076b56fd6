/** A figure and its unit: «20 %», «90 мин»; or what stands between two of them. */
const PARTS = /(?<figure>\d+(?:,\d+)? (?:%|мин|ч|с)(?!\p{L}))|.+?(?=\d|$)|\d+/gu;

/** A market's label, in which no line ends between a figure and its unit. */
export function MarketName({ label }: { label: string }) {
  return [...label.matchAll(PARTS)].map(({ 0: text, index, groups }) =>
    groups?.['figure'] === undefined ? (
      text
    ) : (
      <span key={index} className="whitespace-nowrap">
        {text}
      </span>
    ),
  );
}
