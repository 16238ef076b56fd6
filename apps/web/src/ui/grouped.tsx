const GROUP = 4;

/** A long address or hash in groups of four characters, which the eye compares; copied, it is whole. */
export function Grouped({ text }: { text: string }) {
  const groups = text.match(new RegExp(`.{1,${GROUP}}`, 'gu')) ?? [];
  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true" className="inline-flex flex-wrap gap-x-2">
        {groups.map((group, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the groups of a text never change places
          <span key={at} className={at === 0 || at === groups.length - 1 ? 'font-semibold' : undefined}>
            {group}
          </span>
        ))}
      </span>
    </>
  );
}
