import type { Price } from '@plecho/domain';
import type { ChartSurface } from '@/lib/chart-surface.ts';
import { snapToTick, tickOf } from '@/lib/tick.ts';
import type { DrawingDesk } from './desk.ts';
import type { DrawingBook } from './drawing-book.ts';
import {
  hasForm,
  isPosition,
  moveAnchor,
  moveWhole,
  placedAnchors,
  positionAnchors,
  type Anchor,
  type Drawing,
  type DrawingKind,
  type Part,
} from './drawing.ts';
import type { Funds } from './figures.ts';
import { distance, type Point } from './geometry.ts';
import { paintShape } from './paint.ts';
import { hitTest, shapeOf, type View } from './shape.ts';
import { anchorAt } from './snap.ts';
import { drawingTexts as texts } from './texts.ts';

/** Movement below this is a tap, pixels. */
const TAP_SLOP = 6;
/** How far beside a line still counts: for a finger that makes a handle 44 pixels wide. */
const SLOP = { mouse: 6, finger: 22 };
/** A new position ends this many bars after its entry, and risks this share of the visible prices. */
const POSITION_BARS = 20;
const POSITION_RISK = 0.08;

/** A drawing that is begun and not yet on the pair. */
interface Draft {
  kind: DrawingKind;
  anchors: readonly Anchor[];
  /** Where the pointer went down. */
  from: Point;
}

type Held =
  | { what: 'draft' }
  | { what: 'drawing'; drawing: Drawing; part: Part; from: Point; moved: Drawing | null }
  | { what: 'tap'; id: number | null; from: Point };

/** Draws, chooses and moves the drawings of one chart by mouse, pen or finger, and paints them. */
export class DrawingHand {
  readonly #surface: ChartSurface;
  readonly #book: DrawingBook;
  readonly #desk: DrawingDesk;
  readonly #ends: (() => void)[];
  #funds: Funds | null = null;
  #draft: Draft | null = null;
  #held: Held | null = null;
  /** The one that went down; another finger moves and ends nothing. */
  #pointer: number | null = null;

  constructor(surface: ChartSurface, book: DrawingBook, desk: DrawingDesk) {
    this.#surface = surface;
    this.#book = book;
    this.#desk = desk;
    const { element } = surface;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      act: (event: HTMLElementEventMap[K]) => void,
    ): (() => void) => {
      // Before the chart hears of it; what is not a drawing's goes on to the chart.
      element.addEventListener(type, act, { capture: true, passive: false });
      return () => element.removeEventListener(type, act, { capture: true });
    };
    const keep = (event: Event): void => this.#keep(event);
    this.#ends = [
      on('pointerdown', (event) => this.#onDown(event)),
      on('pointermove', (event) => this.#onMove(event)),
      on('pointerup', (event) => this.#onUp(event)),
      on('pointercancel', (event) => {
        if (!this.#isOther(event)) this.giveUp();
      }),
      on('mousedown', keep),
      on('touchstart', keep),
      book.listen(surface.redraw),
      desk.listen(() => this.#onDesk()),
      surface.paint((context) => this.#paint(context)),
    ];
  }

  stop(): void {
    for (const end of this.#ends) end();
    this.#surface.element.style.cursor = '';
  }

  /** What the amounts of a position are reckoned from. */
  setFunds(funds: Funds | null): void {
    this.#funds = funds;
    this.#surface.redraw();
  }

  /** Whether the first of two points is set. */
  get hasBegun(): boolean {
    return this.#draft !== null;
  }

  /** Leaves what is being drawn or moved as it was. @returns whether there was anything to leave */
  giveUp(): boolean {
    const had = this.#draft !== null || this.#held?.what === 'drawing';
    this.#draft = null;
    this.#held = null;
    this.#book.preview(null);
    return had;
  }

  /** Puts a drawing of the chosen tool where it can be seen: for who has no pointer. */
  placeInMiddle(kind: DrawingKind): void {
    const { width, height } = this.#surface.size();
    const at = (x: number, y: number): Anchor | null =>
      anchorAt({ x: width * x, y: height * y }, this.#surface, this.#desk.state().magnet);
    const [first, second] = [at(0.35, 0.55), at(0.65, 0.4)];
    if (first === null || second === null) return;
    this.#finish(kind, placedAnchors(kind) === 1 ? [first] : [first, second]);
  }

  #view(): View {
    const { step, priceDecimals, xOf, yOf, size } = this.#surface;
    return { step, priceDecimals, xOf, yOf, size: size(), funds: this.#funds };
  }

  #paint(context: CanvasRenderingContext2D): void {
    const view = this.#view();
    const { chosen } = this.#desk.state();
    const draft = this.#draft;
    for (const drawing of this.#book.items()) {
      const shape = shapeOf(drawing, view);
      const isChosen = chosen?.book === this.#book && chosen.id === drawing.id;
      if (shape !== null) paintShape(context, shape, this.#surface.colors, isChosen, view.size.width);
    }
    if (draft === null) return;
    const shape = shapeOf({ ...this.#whole(draft.kind, draft.anchors), id: 0 }, view);
    if (shape !== null) paintShape(context, shape, this.#surface.colors, true, view.size.width);
  }

  /** A drawing of what was placed by hand: the rest of its anchors come by themselves. */
  #whole(kind: DrawingKind, placed: readonly Anchor[]): Omit<Drawing, 'id'> {
    const [first] = placed;
    if (!isPosition(kind) || first === undefined) return { kind, anchors: placed, locked: false };
    const { step, priceDecimals } = this.#surface;
    const anchors = positionAnchors(kind, first, POSITION_BARS * step, this.#risk(), tickOf(priceDecimals));
    return { kind, anchors, locked: false };
  }

  /** A share of the prices in sight. */
  #risk(): Price {
    const { priceAt, priceDecimals, size } = this.#surface;
    const [top, bottom] = [priceAt(0), priceAt(size().height)];
    const span = top === null || bottom === null ? 0 : Math.abs(top - bottom);
    return snapToTick(span * POSITION_RISK, priceDecimals) ?? tickOf(priceDecimals);
  }

  #finish(kind: DrawingKind, placed: readonly Anchor[]): void {
    this.#draft = null;
    const added = this.#book.add(this.#whole(kind, placed));
    this.#desk.set({ tool: null, said: added === null ? texts.tooMany : texts.added(texts.kind[kind]) });
    this.#desk.touch(this.#book, this.#surface);
    if (added !== null) this.#desk.choose(this.#book, added.id);
  }

  #onDesk(): void {
    const { tool } = this.#desk.state();
    if (this.#draft !== null && this.#draft.kind !== tool) this.#draft = null;
    this.#surface.redraw();
  }

  /** Keeps the chart from scrolling under what is drawn or moved. */
  #keep(event: Event): void {
    if (this.#held === null || this.#held.what === 'tap') return;
    event.stopPropagation();
    if (event.cancelable) event.preventDefault();
  }

  #pointOf(event: PointerEvent): Point {
    const { left, top } = this.#surface.element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #isOnPlot({ x, y }: Point): boolean {
    const { width, height } = this.#surface.size();
    return x >= 0 && y >= 0 && x <= width && y <= height;
  }

  #hit(point: Point, slop: number): { drawing: Drawing; part: Part; isChosen: boolean } | null {
    const view = this.#view();
    const { chosen } = this.#desk.state();
    const isOwn = (drawing: Drawing): boolean => chosen?.book === this.#book && chosen.id === drawing.id;
    // The chosen one first, then what was drawn last.
    const order = [...this.#book.items()].reverse().sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
    for (const drawing of order) {
      const shape = shapeOf(drawing, view);
      const isChosen = isOwn(drawing);
      const part = shape === null ? null : hitTest(shape, point, slop, isChosen);
      if (part !== null) return { drawing, part, isChosen };
    }
    return null;
  }

  #onDown(event: PointerEvent): void {
    const point = this.#pointOf(event);
    if (event.button !== 0 || !event.isPrimary || !this.#isOnPlot(point)) return;
    this.#pointer = event.pointerId;
    const { tool } = this.#desk.state();
    if (tool !== null) this.#begin(tool, point);
    else this.#take(point, event.pointerType === 'mouse');
    if (this.#held === null || this.#held.what === 'tap') return;
    this.#surface.element.setPointerCapture(event.pointerId);
    this.#keep(event);
  }

  #begin(kind: DrawingKind, point: Point): void {
    const anchor = anchorAt(point, this.#surface, this.#desk.state().magnet);
    if (anchor === null) return;
    const first = this.#draft?.anchors[0];
    this.#draft = { kind, anchors: first === undefined ? [anchor] : [first, anchor], from: point };
    this.#held = { what: 'draft' };
    this.#desk.touch(this.#book, this.#surface);
  }

  /** A mouse takes up what it is pressed on; a finger, which scrolls by the same movement, what it tapped before. */
  #take(point: Point, isMouse: boolean): void {
    const hit = this.#hit(point, isMouse ? SLOP.mouse : SLOP.finger);
    if (hit === null || (!isMouse && !hit.isChosen)) {
      this.#held = { what: 'tap', id: hit?.drawing.id ?? null, from: point };
      return;
    }
    const { drawing, part } = hit;
    this.#held = { what: 'drawing', drawing, part, from: point, moved: null };
    this.#desk.touch(this.#book, this.#surface);
    this.#desk.choose(this.#book, drawing.id, part);
  }

  #isOther({ pointerId }: PointerEvent): boolean {
    return this.#held !== null && pointerId !== this.#pointer;
  }

  #onMove(event: PointerEvent): void {
    if (this.#isOther(event)) return;
    const point = this.#pointOf(event);
    const held = this.#held;
    if (held?.what === 'drawing') {
      this.#keep(event);
      this.#drag(held, point);
    } else if (this.#draft !== null) {
      this.#stretch(this.#draft, point, held !== null);
    } else if (held === null && event.pointerType === 'mouse') {
      const { tool } = this.#desk.state();
      const over = tool === null && this.#isOnPlot(point) && this.#hit(point, SLOP.mouse) !== null;
      this.#surface.element.style.cursor = over ? 'pointer' : '';
    }
  }

  #drag(held: Held & { what: 'drawing' }, point: Point): void {
    const { drawing, part, from } = held;
    if (drawing.locked || (held.moved === null && distance(point, from) < TAP_SLOP)) return;
    const { step, priceDecimals } = this.#surface;
    const tick = tickOf(priceDecimals);
    if (part === 'whole') {
      const [start, end] = [anchorAt(from, this.#surface, false), anchorAt(point, this.#surface, false)];
      if (start === null || end === null) return;
      const byTime = Math.round((end.time - start.time) / step) * step;
      held.moved = moveWhole(drawing, byTime, end.price - start.price, tick);
    } else {
      const to = anchorAt(point, this.#surface, this.#desk.state().magnet);
      if (to === null) return;
      held.moved = moveAnchor(drawing, part, to, tick);
    }
    this.#book.preview(held.moved);
  }

  #stretch(draft: Draft, point: Point, isPressed: boolean): void {
    const anchor = anchorAt(point, this.#surface, this.#desk.state().magnet);
    const [first] = draft.anchors;
    if (anchor === null || first === undefined) return;
    const isOne = placedAnchors(draft.kind) === 1;
    if (!isOne && isPressed && draft.anchors.length === 1 && distance(point, draft.from) < TAP_SLOP) return;
    this.#draft = { ...draft, anchors: isOne ? [anchor] : [first, anchor] };
    this.#surface.redraw();
  }

  #onUp(event: PointerEvent): void {
    if (this.#isOther(event)) return;
    const held = this.#held;
    this.#held = null;
    const point = this.#pointOf(event);
    if (held?.what === 'draft' && this.#draft !== null) {
      const { kind, anchors } = this.#draft;
      const isDone = anchors.length === placedAnchors(kind) && hasForm({ anchors });
      if (isDone) this.#finish(kind, anchors);
      // Or the hint would still ask for the first point.
      else this.#desk.set({});
    } else if (held?.what === 'drawing') {
      if (held.moved !== null) this.#book.replace(held.moved);
    } else if (held?.what === 'tap' && distance(point, held.from) < TAP_SLOP) {
      this.#desk.touch(this.#book, this.#surface);
      this.#desk.choose(this.#book, held.id);
    }
  }
}
