import type { ReactNode } from 'react';
import { Button, Icon, IconButton } from '@/ui/index.ts';
import type { PanelName } from './panel-name.ts';
import { deskTexts as texts } from './texts.ts';

interface ChartToolbarProps {
  panels: readonly PanelName[];
  onOpen: (panel: PanelName | 'menu') => void;
}

/** Above a wide chart: what can be asked for. */
export function ChartToolbar({ panels, onOpen, more }: ChartToolbarProps & { more: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={texts.toolbar}
      className="flex h-8 shrink-0 items-center gap-0.5 border-b border-hairline px-1"
    >
      {panels.map((panel) => (
        <Button key={panel} size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => onOpen(panel)}>
          {texts.panel[panel]}
        </Button>
      ))}
      {more}
    </div>
  );
}

/** On a narrow window one button stands for all of them, beside the intervals. */
export function ChartMenuButton({ onOpen }: Pick<ChartToolbarProps, 'onOpen'>) {
  return (
    <IconButton
      label={texts.toolbar}
      aria-haspopup="dialog"
      className="pointer-coarse:size-11!"
      onClick={() => onOpen('menu')}
    >
      <Icon name="sliders" />
    </IconButton>
  );
}
