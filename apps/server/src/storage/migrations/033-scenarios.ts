import { sql, type Kysely } from 'kysely';

const NUMBER = '[0-9]{1,5}(,[0-9]{1,4})?';
const PERCENT = `${NUMBER} %`;
/** What a stage is called in the name of a scenario. */
const STAGE = [
  'без тренда',
  `(рост|снижение) на ${PERCENT}`,
  `(рост|снижение) по ${NUMBER}–${PERCENT} каждые [0-9]{1,5} с`,
  `спред ${PERCENT}`,
  `падение на ${PERCENT} за [0-9]{1,5} мин`,
  `волатильность ×${NUMBER}`,
  'обрыв связи на [0-9]{1,5} с',
].join('|');
/** Recipes that have a name of their own. */
const READY = 'падение на 30 % за час|пила|медленный рост|всплеск волатильности|обрыв связи|широкий спред';
const NAME = `^Сценарий: (вслепую|${READY}|(${STAGE})(, (${STAGE}))?( и ещё [0-9]{1,2})?)$`;

/** The fields of a recipe's stages: pairs are all that one can name (rule M2). */
const FIELDS = [
  ...['type', 'mode', 'direction', 'driftPercent', 'stepMinPercent', 'stepMaxPercent', 'intervalSeconds', 'percent'],
  ...['dropPercent', 'afterSeconds', 'minutes', 'recoveryMinutes', 'factor', 'seconds', 'symbols'],
];

/**
 * Scenarios: their recipes, which nobody changes or removes (charter rule C2), and markets that were asked to end. Names
 * are composed and recipes hold numbers, pairs and words of the product alone (rules M1 and M2), whoever writes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    CREATE FUNCTION is_scenario_name(name text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT name ~ '${NAME}'
    $$;
    ALTER TABLE markets DROP CONSTRAINT title_is_composed, DROP CONSTRAINT label_is_composed;
    ALTER TABLE markets
      ADD CONSTRAINT title_is_composed
        CHECK (CASE kind WHEN 'scenario' THEN is_scenario_name(title) ELSE is_market_name(kind, title) END),
      ADD CONSTRAINT label_is_composed
        CHECK (CASE kind WHEN 'scenario' THEN is_scenario_name(label) ELSE is_market_name(kind, label) END);

    CREATE FUNCTION is_recipe(recipe jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(
        (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(recipe) AS key) = ARRAY['base', 'stages']
        AND coalesce(recipe ->> 'base', '') ~ '^[a-z0-9-]{0,40}$'
        AND NOT EXISTS (
          SELECT FROM jsonb_array_elements(recipe -> 'stages') AS stage, jsonb_each(stage) AS field
          WHERE field.key NOT IN ('${FIELDS.join("', '")}')
             OR field.value::text !~ '^(null|"?[A-Za-z0-9.]{1,24}"?|\[("[A-Z0-9]{2,24}"(, )?)+\])$'), false)
    $$;
    CREATE TABLE scenarios (
      market_id text PRIMARY KEY REFERENCES markets,
      recipe jsonb NOT NULL CONSTRAINT recipe_is_plain CHECK (is_recipe(recipe)),
      salt text NOT NULL CHECK (salt ~ '^[0-9a-f]{64}$'),
      blind boolean NOT NULL,
      end_at bigint
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON scenarios EXECUTE FUNCTION refuse_change();

    CREATE TABLE market_ends (
      market_id text PRIMARY KEY REFERENCES markets,
      at bigint NOT NULL
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON market_ends EXECUTE FUNCTION refuse_change();
    CREATE FUNCTION notify_market_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify(current_schema() || '_markets', NEW.market_id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER market_to_end AFTER INSERT ON market_ends FOR EACH ROW EXECUTE FUNCTION notify_market_end();

    ALTER TABLE audit_log DROP CONSTRAINT audit_log_action_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_action_check CHECK (action IN ('stepUp', 'stepDown', 'userViewed',
      'balanceAdjusted', 'userBlocked', 'userUnblocked', 'userSignedOut', 'transfersViewed', 'requestViewed',
      'auditViewed', 'healthViewed', 'marketsViewed', 'scenarioPreviewed', 'scenarioPublished', 'marketEnded', 'refused'));
  `,
    )
    .execute(db);
}
