/** The fixed list of reasons for a block, as its owner reads them (rule C4: nobody types them). */
export const BLOCK_REASONS: Readonly<Record<string, string>> = {
  conduct: 'Нарушение правил тренажёра',
  sharedAccount: 'Счётом пользуются несколько человек',
  ownRequest: 'По вашей просьбе',
};

/** @returns null when the user is not blocked */
export function blockReasonText(reason: string | null): string | null {
  return reason === null ? null : (BLOCK_REASONS[reason] ?? 'По решению администратора');
}
