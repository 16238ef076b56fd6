import { useCallback, type ComponentProps, type MouseEvent } from 'react';
import { useRouter } from '@tanstack/react-router';

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Goes to a URL of {@link paths}. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter();
  return useCallback(
    (href, options) => {
      if (options?.replace === true) history.replace(href);
      else history.push(href);
    },
    [history],
  );
}

export interface LinkProps extends ComponentProps<'a'> {
  /** From {@link paths}. */
  href: string;
}

/** A link inside the application: goes there without loading the page again. */
export function Link({ href, onClick, children, ...rest }: LinkProps) {
  const go = useGo();
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event) || rest.target !== undefined) return;
        event.preventDefault();
        go(href);
      }}
      {...rest}
    >
      {children}
    </a>
  );
}
