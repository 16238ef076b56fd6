import { contrast, type Rgb } from './contrast.ts';

const SURFACES = ['page', 'panel', 'raised'] as const;
const TEXTS = ['primary', 'secondary', 'muted', 'accent', 'up', 'down', 'warn'] as const;
const FILLS = ['accent-strong', 'up-strong', 'down-strong'] as const;
const SOFT: readonly [text: string, surface: string][] = [
  ['accent', 'accent-soft'],
  ['up', 'up-soft'],
  ['down', 'down-soft'],
  ['warn', 'warn-soft'],
];

/** The browser turns OKLCH into what it draws. */
function rgbOf(token: string): Rgb {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return [0, 0, 0];
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--color-${token}`).trim();
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
  return [r, g, b];
}

function Sample({ text, surface, needs = 4.5 }: { text: string; surface: string; needs?: number }) {
  const ratio = contrast(rgbOf(text), rgbOf(surface));
  return (
    <div
      data-ratio={ratio.toFixed(2)}
      className="flex items-baseline justify-between gap-4 rounded-md border border-hairline px-3 py-2"
      style={{ background: `var(--color-${surface})`, color: `var(--color-${text})` }}
    >
      <span>
        {text} · {surface}
      </span>
      <span className="tabular">
        {ratio.toFixed(2)} {ratio >= needs ? '✓' : '✗'}
      </span>
    </div>
  );
}

/** The tokens with their contrast figures; exists in development only. */
export function TokensPage() {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 p-6">
      <h1 className="text-xl font-semibold">Tokens</h1>
      <div className="grid gap-4 md:grid-cols-3">
        {SURFACES.map((surface) => (
          <section key={surface} className="flex flex-col gap-2">
            {TEXTS.map((text) => (
              <Sample key={text} text={text} surface={surface} />
            ))}
            <Sample text="control" surface={surface} needs={3} />
          </section>
        ))}
        <section className="flex flex-col gap-2">
          {FILLS.map((fill) => (
            <Sample key={fill} text="on-accent" surface={fill} />
          ))}
          {SOFT.map(([text, surface]) => (
            <Sample key={surface} text={text} surface={surface} />
          ))}
        </section>
        <section className="flex flex-col gap-2">
          <p className="text-xs">text-xs · 12</p>
          <p className="text-sm">text-sm · 13 · 0123456789</p>
          <p className="text-base">text-base · 15</p>
          <p className="text-lg">text-lg · 20</p>
          <p className="text-xl">text-xl · 28</p>
        </section>
      </div>
    </div>
  );
}
