import { makeCorpus } from './corpora.mjs';
import { changesOf, edits, mistake, questions, siteAt } from './edits.mjs';
import { ask, change, diagnose, open, start } from './servers.mjs';

/** Milliseconds that the slower server may take for one row; after that, its samples so far count. */
const patience = 6_000;
const places = [0, 0.5, 1];
/** The most problems that our server lists; one more entry says that the list is cut. */
const maxListed = 999;

/** Start-up: from spawn to the reply to `initialize`. */
export async function startUp(turns) {
  const row = rowOf('start-up');
  for (let turn = 0; turn <= turns; turn++) {
    for (const name of ['ours', 'peer']) {
      const session = await start(name);
      if (turn > 0) row[name].push(session.ready);
      await session.connection.end();
    }
  }
  return [row];
}

/** Opening, edits and requests: every row of one shape and size. */
export async function shape(name, megabytes, plan) {
  const corpus = makeCorpus(name, megabytes);
  const names = corpus.language === 'trajectory' ? ['ours', 'peer'] : ['ours'];
  const { rows, sessions } = await openInTurn(names, corpus, plan.opens);
  const changes = changesOf(corpus.text);
  const sites = places.map((place) => siteAt(corpus, place));
  const run = { sessions, changes, sites, plan, labels: { name, megabytes } };
  for (const session of sessions) await proveThatItChecks(session, run);
  await warmUp(run);
  for (const label of plan.edits) rows.push(...(await editRows(label, run)));
  for (const label of plan.questions) rows.push(await questionRow(label, run));
  if (plan.countEditsTo !== undefined) rows.push(...(await memoryRows(run)));
  await Promise.all(sessions.map(({ connection }) => connection.end()));
  return rows.map((row) => ({ ...row, name, megabytes }));
}

/**
 * Opens the corpus in new servers, turn by turn; those of the last turn stay. A second row excludes the client's
 * own time to encode the document, which is the same for both.
 */
async function openInTurn(names, corpus, turns) {
  const whole = rowOf('open');
  const behind = rowOf('– once the client has encoded it');
  let sessions = [];
  for (let turn = 0; turn < turns; turn++) {
    for (const { connection } of sessions) await connection.end();
    sessions = [];
    for (const name of names) {
      const session = await start(name);
      const began = performance.now();
      const diagnostics = open(session, corpus);
      const encoded = performance.now();
      session.found = countSyntaxErrors(await diagnostics);
      whole[name].push(performance.now() - began);
      behind[name].push(performance.now() - encoded);
      sessions.push(session);
    }
  }
  return { rows: [whole, behind], sessions };
}

/** Checks that a server reports a new syntax error and drops a fixed one: otherwise its speed means nothing. */
async function proveThatItChecks(session, { changes, sites }) {
  const edit = mistake(sites[1]);
  change(session, changes.make(edit));
  const found = countSyntaxErrors(await diagnose(session));
  change(session, changes.undo(edit));
  const restored = countSyntaxErrors(await diagnose(session));
  const isCut = session.name === 'ours' && session.found >= maxListed;
  if ((found !== session.found + 1 && !isCut) || restored !== session.found)
    throw new Error(`${session.name} found ${session.found}, then ${found}, then ${restored} problems.`);
}

/** Counts errors and warnings only: hints are published later, so they may or may not be there. */
function countSyntaxErrors(diagnostics) {
  return diagnostics.filter(({ severity }) => severity <= 2).length;
}

async function warmUp({ sessions, changes, sites, plan }) {
  for (const session of sessions) {
    for (let i = 0; i < plan.warmUp[session.name]; i++) {
      const edit = edits['type in a string'].of(sites[i % sites.length]);
      for (const one of [changes.make(edit), changes.undo(edit)]) {
        change(session, one);
        await diagnose(session);
      }
    }
  }
}

/** Keystroke to diagnostics, for an edit and its undo. */
async function editRows(label, run) {
  const { of: editOf, undo } = edits[label];
  const made = rowOf(label);
  const undone = undo === label ? made : rowOf(`– ${undo}`);
  await inTurn(run, made, async (session, site) => {
    const edit = editOf(site);
    const steps = [
      [made, run.changes.make(edit)],
      [undone, run.changes.undo(edit)],
    ];
    for (const [row, step] of steps) {
      row[session.name].push(
        await timed(() => {
          change(session, step);
          return diagnose(session);
        }),
      );
    }
  });
  return [...new Set([made, undone])];
}

/** A request right after an edit, until its response. */
async function questionRow(label, run) {
  const { method, edit: editOf, cursor, params, onlyOurs = false } = questions[label];
  const row = rowOf(label);
  const asked = onlyOurs ? run.sessions.filter(({ name }) => name === 'ours') : run.sessions;
  await inTurn({ ...run, sessions: asked }, row, async (session, site) => {
    const edit = editOf(site);
    const position = run.changes.make(edit).range.start;
    const at = { ...position, character: position.character + cursor };
    row[session.name].push(
      await timed(() => {
        change(session, run.changes.make(edit));
        return ask(session, method, params(at));
      }),
    );
    change(session, run.changes.undo(edit));
    await diagnose(session);
  });
  return row;
}

/** Servers take turns: some repetitions by one, then by the other, at each site in the document. */
async function inTurn({ sessions, sites, plan }, row, once) {
  const spent = new Map(sessions.map((session) => [session, 0]));
  for (let turn = 0; turn < plan.turns; turn++) {
    for (const site of sites) {
      for (const session of turn % 2 === 0 ? sessions : [...sessions].reverse()) {
        if (spent.get(session) > patience && row[session.name].length >= sites.length) continue;
        const began = performance.now();
        for (let i = 0; i < plan.repetitions[session.name]; i++) await once(session, site);
        spent.set(session, spent.get(session) + performance.now() - began);
      }
    }
  }
}

/** Memory after opening and at least `countEditsTo` edits, and the peak. */
async function memoryRows({ sessions, changes, sites, plan }) {
  const now = rowOf('memory after open and 200 edits', 'MB');
  const peak = rowOf('memory at its peak', 'MB');
  for (const session of sessions) {
    const edit = edits['type in a string'].of(sites[1]);
    while (session.version < plan.countEditsTo) {
      for (const one of [changes.make(edit), changes.undo(edit)]) {
        change(session, one);
        await diagnose(session);
      }
    }
    const memory = session.connection.memory();
    if (memory === null) continue;
    now[session.name].push(memory.now);
    peak[session.name].push(memory.peak);
  }
  return [now, peak];
}

function rowOf(label, unit = 'ms') {
  return { label, unit, ours: [], peer: [] };
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
