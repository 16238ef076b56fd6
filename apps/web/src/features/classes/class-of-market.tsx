import type { Market } from '@plecho/contract';
import { useClass, useOwnClasses } from '@/api/classes.ts';
import { paths } from '@/app/paths.ts';
import { classLabelWords, className } from '@/lib/class-words.ts';
import { Link } from '@/ui/link.tsx';
import { texts } from './texts.ts';

function Line({ code }: { code: string }) {
  const { data: found } = useClass(code);
  if (found === undefined) return null;
  return (
    <p className="text-secondary">
      {texts.ofMarket}{' '}
      <Link href={paths.class(code)} className="text-accent hover:underline">
        {className(found)}
      </Link>
      . {classLabelWords(found.label)}
    </p>
  );
}

/** Which class of one's own a market is of, with the label of the class; nothing for every other market. */
export function ClassOfMarket({ market: { id, classRules } }: { market: Market }) {
  const { data: classes } = useOwnClasses();
  const own = classRules === null ? undefined : classes?.find(({ market }) => market === id);
  return own === undefined ? null : <Line code={own.code} />;
}
