const paths = {
  home: 'M3 10.5 12 3l9 7.5M5.5 9v11h13V9M10 20v-6h4v6',
  trade: 'M7 4v3m0 8v5M4.5 7h5v8h-5zM17 4v5m0 7v4m-2.5-11h5v7h-5z',
  assets: 'M4 7.5h15.5v12H4zM4 7.5 15.5 4v3.5M15 13.5h4.5',
  history: 'M12 7v5l3.5 2M4.2 9.5A8.2 8.2 0 1 1 4 13M4 5v4.7h4.7',
} as const;

export type BarIconName = keyof typeof paths;

/** A 24 px line icon; its link carries the words. */
export function BarIcon({ name }: { name: BarIconName }) {
  return (
    <svg viewBox="0 0 24 24" className="size-6" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d={paths[name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
