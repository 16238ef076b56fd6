import { useEffect, useState } from 'react';

/** Steps of a whole, played one after another. */
export interface Playback {
  /** From 0. */
  at: number;
  isPlaying: boolean;
  isAtEnd: boolean;
  /** Plays or pauses; at the end it begins again. */
  toggle: () => void;
  /** Goes to a step, and pauses. */
  seek: (step: number) => void;
}

/**
 * @param count of the steps, at least one
 * @param start where it begins
 * @param perSecond how many steps a second
 */
export function usePlayback(count: number, start: number, perSecond: number): Playback {
  const [at, setAt] = useState(start);
  const [wantsPlay, setWantsPlay] = useState(false);
  const last = count - 1;
  const isAtEnd = at >= last;
  const isPlaying = wantsPlay && !isAtEnd;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setAt((step) => Math.min(step + 1, last)), 1000 / perSecond);
    return () => clearInterval(timer);
  }, [isPlaying, perSecond, last]);
  return {
    at,
    isPlaying,
    isAtEnd,
    toggle: () => {
      if (isAtEnd) setAt(start);
      setWantsPlay(!isPlaying);
    },
    seek: (step) => {
      setWantsPlay(false);
      setAt(Math.min(Math.max(step, 0), last));
    },
  };
}
