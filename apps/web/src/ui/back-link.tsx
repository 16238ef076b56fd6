import { Link, type LinkProps } from './link.tsx';

/** Above a page, to the list that it is of. */
export function BackLink({ children, href }: Pick<LinkProps, 'children' | 'href'>) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-6 items-center self-start text-accent hover:underline pointer-coarse:min-h-11"
    >
      ← {children}
    </Link>
  );
}
