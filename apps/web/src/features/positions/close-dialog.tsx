import { useState, type SyntheticEvent } from 'react';
import type { PositionState } from '@plecho/contract';
import { useChecking } from '@/api/intents/carry-out.ts';
import { divide, parsePortion, parseUsdt, type Usdt } from '@plecho/domain';
import { usePositionFigures } from '@/live/index.ts';
import { Button, Dialog, Money, SegmentedControl, SideBadge, TextField } from '@/ui/index.ts';
import { PORTION_CHOICES, portionOfPercent, splitMargin } from './portion.ts';
import { positionTexts as texts } from './texts.ts';

interface CloseDialogProps {
  position: PositionState;
  pending: boolean;
  onConfirm: (position: PositionState, portion: string) => Promise<boolean>;
  onClose: () => void;
}

function PartFigures({ position, portion }: { position: PositionState; portion: string | null }) {
  const { pnl } = usePositionFigures(position);
  const split = portion === null ? null : splitMargin(parseUsdt(position.amount) ?? 0n, portion);
  const share = portion === null ? null : parsePortion(portion);
  const part: Usdt | null = pnl === null || share === null ? null : divide(pnl * share, 10_000n, 'floor');
  const rows = [
    { name: texts.willClose, value: <Money value={split?.closes ?? null} unit /> },
    { name: texts.remains, value: <Money value={split?.stays ?? null} unit /> },
    { name: texts.result, value: <Money value={part} signed unit /> },
  ];
  return (
    <dl className="flex flex-col gap-1.5">
      {rows.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-3">
          <dt className="text-secondary">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Closes 25, 50, 75 or 100 % of a position, or any part as typed. */
export function CloseDialog({ position, pending, onConfirm, onClose }: CloseDialogProps) {
  const [percent, setPercent] = useState('50');
  const [attempted, setAttempted] = useState(false);
  const checking = useChecking('close', position.id);
  const portion = portionOfPercent(percent);
  const confirm = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setAttempted(true);
    if (portion !== null && !pending && (await onConfirm(position, portion))) onClose();
  };
  const chosen = PORTION_CHOICES.find((choice) => choice === percent) ?? ('' as (typeof PORTION_CHOICES)[number]);
  return (
    <Dialog open onClose={onClose} size="sm" title={texts.closeTitle(position.symbol)}>
      <form className="flex flex-col gap-4" noValidate onSubmit={(event) => void confirm(event)}>
        <p className="flex items-center gap-2">
          <SideBadge side={position.type} />
          <span className="tabular">{position.leverage}x</span>
        </p>
        <SegmentedControl
          stretch
          size="md"
          label={texts.part}
          value={chosen}
          disabled={pending}
          onChange={setPercent}
          options={PORTION_CHOICES.map((value) => ({ value, label: `${value}%` }))}
        />
        <TextField
          numeric
          label={texts.customPart}
          suffix="%"
          value={percent}
          disabled={pending}
          error={portion === null && (attempted || percent !== '') ? texts.invalidPart : null}
          onChange={(event) => setPercent(event.target.value)}
        />
        <PartFigures position={position} portion={portion} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={pending} checking={checking}>
            {pending ? texts.closing : texts.confirmClose(portion === null ? '…' : percent)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
