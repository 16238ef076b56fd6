/** A refusal that belongs to no single field. Its place is kept while it is empty, for screen readers to notice it. */
export function FormError({ text }: { text: string | null }) {
  return (
    <p
      role="alert"
      className={text === null ? 'sr-only' : 'rounded-md border border-down/50 bg-down-soft px-3 py-2 text-down'}
    >
      {text}
    </p>
  );
}
