import type { ReactNode } from 'react';
import { Button, Dialog } from '@/ui/index.ts';
import type { ChartController } from '../chart-controller.ts';
import { ComparePanel } from '../compare/compare-panel.tsx';
import { IndicatorPanel } from '../indicators/indicator-panel.tsx';
import { PicturePanel } from '../picture/picture-panel.tsx';
import type { ChartCell } from './chart-layout.ts';
import { LayoutPanel } from './layout-panel.tsx';
import type { PanelName } from './panel-name.ts';
import { deskTexts as texts } from './texts.ts';
import { ViewPanel } from './view-panel.tsx';

interface ChartPanelsProps {
  open: PanelName | 'menu';
  panels: readonly PanelName[];
  onOpen: (panel: PanelName | null) => void;
  /** The active chart; null while it is not drawn. */
  controller: ChartController | null;
  active: ChartCell;
  shown: readonly ChartCell[];
}

function Menu({ panels, onOpen }: Pick<ChartPanelsProps, 'panels' | 'onOpen'>) {
  return (
    <ul className="flex flex-col divide-y divide-hairline">
      {panels.map((panel) => (
        <li key={panel}>
          <button
            type="button"
            onClick={() => onOpen(panel)}
            className="flex min-h-14 w-full flex-col justify-center rounded px-1 py-2 text-left hover:bg-raised"
          >
            <span className="text-sm font-medium">{texts.panel[panel]}</span>
            <span className="text-xs text-muted">{texts.hint[panel]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What was asked for beside the charts: a dialog, on a phone a sheet. */
export default function ChartPanels({ open, panels, onOpen, controller, active, shown }: ChartPanelsProps) {
  const content: Record<PanelName | 'menu', () => ReactNode> = {
    menu: () => <Menu panels={panels} onOpen={onOpen} />,
    indicators: () => <IndicatorPanel />,
    view: () => <ViewPanel symbol={active.symbol} />,
    compare: () => <ComparePanel symbol={active.symbol} />,
    layout: () => <LayoutPanel shown={shown} />,
    picture: () => <PicturePanel controller={controller} {...active} />,
  };
  return (
    <Dialog
      open
      onClose={() => onOpen(null)}
      title={open === 'menu' ? texts.toolbar : texts.panelTitle[open]}
      size={open === 'picture' ? 'lg' : 'md'}
      footer={open === 'menu' ? undefined : <Button onClick={() => onOpen(null)}>{texts.close}</Button>}
    >
      {content[open]()}
    </Dialog>
  );
}
