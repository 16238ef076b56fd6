import { useState } from 'react';
import { usePersistentState } from '@/lib/storage.ts';
import {
  draftForSymbol,
  EMPTY_DRAFT,
  isMore,
  isRemembered,
  moreOf,
  NO_MORE,
  plainDraft,
  rememberedOf,
} from './ticket-state.ts';
import { hasLimitPrice } from './kinds.ts';
import type { TicketDraft, TicketErrors } from './validate.ts';

export type Touched = Partial<Record<keyof TicketDraft, true>>;

/**
 * What was typed, kept when the symbol changes except for prices; what may outlive the page is kept on the device.
 * @param offer the price that a limit order begins with; null while there is none
 */
export function useDraft(symbol: string, offer: string | null) {
  const [remembered, remember] = usePersistentState('ticket', rememberedOf(EMPTY_DRAFT), isRemembered);
  const [more, rememberMore] = usePersistentState('ticket-more', NO_MORE, isMore);
  const [wasMoreOpen] = useState(more.isOpen);
  const [isMoreOpen, setMoreOpen] = useState(wasMoreOpen);
  const [draft, setDraft] = useState<TicketDraft>(() => {
    const { isOpen, ...choices } = more;
    const all = { ...EMPTY_DRAFT, ...remembered, ...choices };
    return isOpen ? all : plainDraft(all);
  });
  const [owner, setOwner] = useState(symbol);
  const [touched, setTouched] = useState<Touched>({});
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<TicketErrors>({});
  const [offered, setOffered] = useState(false);

  const clear = (): void => {
    setTouched({});
    setAttempted(false);
    setRefused({});
  };
  if (owner !== symbol) {
    setOwner(symbol);
    setDraft(draftForSymbol(draft));
    setOffered(false);
    clear();
  } else if (hasLimitPrice(draft.kind) && !offered && offer !== null) {
    // Once: what a person has emptied stays empty.
    setOffered(true);
    setDraft({ ...draft, limitPrice: draft.limitPrice === '' ? offer : draft.limitPrice });
  }
  const keepOnDevice = (next: TicketDraft, isOpen: boolean): void => {
    const kept = rememberedOf(next);
    if (isRemembered(kept)) remember(kept);
    const keptMore = moreOf(isOpen, next);
    if (isMore(keptMore)) rememberMore(keptMore);
  };
  const set = (change: Partial<TicketDraft>): void => {
    setDraft((known) => ({ ...known, ...change }));
    if (change.kind !== undefined) setOffered(false);
    keepOnDevice({ ...draft, ...change }, isMoreOpen);
    setTouched((known) => Object.keys(change).reduce<Touched>((all, key) => ({ ...all, [key]: true }), known));
    setRefused({});
  };
  const setMore = (isOpen: boolean): void => {
    const next = isOpen ? draft : plainDraft(draft);
    setMoreOpen(isOpen);
    setDraft(next);
    keepOnDevice(next, isOpen);
    clear();
  };
  const sent = (): void => {
    setDraft(draftForSymbol);
    setOffered(false);
    clear();
  };
  return { draft, set, sent, touched, attempted, setAttempted, refused, setRefused, isMoreOpen, wasMoreOpen, setMore };
}
