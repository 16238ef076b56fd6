import { hash, verify } from '@node-rs/argon2';
import { busy, createPlaces, type PlaceLimits } from './places.ts';

/** What argon2id, the library's default, has to do for one hash. */
export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** 46 MiB, one pass: about 20 ms (rule S3). */
const COST: PasswordCost = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };

/**
 * Who wants something hashed. Each lane has its own places, so that a crowd in one holds up nobody in
 * another: owners are signed in or on a device that is known to be theirs, newcomers are registering,
 * strangers are everybody else who logs in.
 */
export type Lane = { of: 'owners'; userId: bigint } | { of: 'newcomers' } | { of: 'strangers' };

/** Hashed at once, four in all, and waiting for it: a class of 60 comes in at the same moment. */
const PLACES: Readonly<Record<Lane['of'], PlaceLimits>> = {
  owners: { atOnce: 2, waiting: 256 },
  newcomers: { atOnce: 1, waiting: 64 },
  strangers: { atOnce: 1, waiting: 64 },
};
/** Of the owners' places, one person has at most so many. */
const MAX_PER_OWNER = 2;

export interface Passwords {
  /** @throws Problem too_many_requests when too many in the lane wait already; so does `matches`. */
  hash(password: string, lane: Lane): Promise<string>;
  /**
   * `null` from `find` stands for an unknown user: costs the same time and is never a match (rule S2).
   * @param find asked when it is this password's turn: who waits costs the database nothing
   */
  matches(find: () => Promise<string | null>, password: string, lane: Lane): Promise<boolean>;
}

/** Unicode has several spellings of one word; keyboards differ in which they send. */
const canonical = (password: string): string => password.normalize('NFC');

/** Runs a task in its lane. */
function createLanes(): <T>(lane: Lane, task: () => Promise<T>) => Promise<T> {
  const places = {
    owners: createPlaces(PLACES.owners),
    newcomers: createPlaces(PLACES.newcomers),
    strangers: createPlaces(PLACES.strangers),
  };
  const owners = new Map<bigint, number>();
  return async (lane, task) => {
    if (lane.of !== 'owners') return places[lane.of](task);
    const present = owners.get(lane.userId) ?? 0;
    if (present >= MAX_PER_OWNER) throw busy();
    owners.set(lane.userId, present + 1);
    try {
      return await places.owners(task);
    } finally {
      const others = (owners.get(lane.userId) ?? 1) - 1;
      if (others === 0) owners.delete(lane.userId);
      else owners.set(lane.userId, others);
    }
  };
}

/** @param cost of the hashes that are made; one that is verified says its own */
export async function createPasswords(cost = COST): Promise<Passwords> {
  const run = createLanes();
  const dummyHash = await hash('no user has this password', cost);
  return {
    hash: (password, lane) => run(lane, () => hash(canonical(password), cost)),
    matches: (find, password, lane) =>
      run(lane, async () => {
        const passwordHash = await find();
        const isMatch = await verify(passwordHash ?? dummyHash, canonical(password));
        return isMatch && passwordHash !== null;
      }),
  };
}
