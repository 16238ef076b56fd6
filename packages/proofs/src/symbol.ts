/** How a pair is named in a log and in a proof; a symbol of any other form is none. */
export const SYMBOL = /^[A-Z0-9]{2,24}$/;
