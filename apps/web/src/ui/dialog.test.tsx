import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

describe('a dialog', () => {
  const show = () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Вывод">
        <input aria-label="Сумма" />
      </Dialog>,
    );
    return { onClose, dialog: screen.getByRole('dialog'), field: screen.getByLabelText('Сумма') };
  };

  it('is closed by a press beside it', () => {
    const { onClose, dialog } = show();
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stays when what was pressed inside is let go of beside it', () => {
    const { onClose, dialog, field } = show();
    fireEvent.pointerDown(dialog);
    fireEvent.click(field);
    fireEvent.pointerDown(field);
    fireEvent.click(dialog);
    expect(onClose).not.toHaveBeenCalled();
  });
});
