/** Of a semibold character, in sizes of the type. */
const CHARACTER = 0.6;

interface Squeezed {
  textLength?: number;
  lengthAdjust?: 'spacingAndGlyphs';
}

/**
 * Keeps a line of an SVG whole where there is less room than it takes.
 * @param size of the type, pixels
 * @param room pixels
 * @returns what its `text` element gets; nothing where it fits
 */
export const squeezed = (line: string, size: number, room: number): Squeezed =>
  line.length * CHARACTER * size > room ? { textLength: room, lengthAdjust: 'spacingAndGlyphs' } : {};
