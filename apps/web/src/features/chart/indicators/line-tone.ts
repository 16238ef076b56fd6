/** Classes of the colours for lines, in their order. */
export const LINE_TEXT = ['text-line-1', 'text-line-2', 'text-line-3', 'text-line-4', 'text-line-5', 'text-line-6'];
