import type { ComponentProps } from 'react';
import { Dialog } from './dialog.tsx';

/** A dialog that rises from the bottom of the screen, under the thumb. */
export function Sheet(props: Omit<ComponentProps<typeof Dialog>, 'kind'>) {
  return <Dialog kind="sheet" {...props} />;
}
