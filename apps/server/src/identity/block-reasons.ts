import type { BlockReason } from '@plecho/domain';

/** The fixed list of reasons for a block, as its owner reads them (charter rule C4: nobody types them). */
const BLOCK_REASONS: Readonly<Record<BlockReason, string>> = {
  conduct: 'Нарушение правил тренажёра',
  sharedAccount: 'Счётом пользуются несколько человек',
  ownRequest: 'По вашей просьбе',
};

const isListed = (reason: string): reason is BlockReason => Object.hasOwn(BLOCK_REASONS, reason);

/** @returns null when the user is not blocked */
export function blockReasonText(reason: string | null): string | null {
  if (reason === null) return null;
  return isListed(reason) ? BLOCK_REASONS[reason] : 'По решению администратора';
}
