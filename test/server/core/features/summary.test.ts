import { describe, expect, it } from 'vitest';
import { summaryOf } from '../support';
import { open, options } from './cursor';

const id = '123e4567-e89b-12d3-a456-426614174000';

describe('The summary of', () => {
  it('a log request has its split and the slice of its groups', () => {
    const content =
      '{"split": "tr\\u0061in", "trajectory_groups": [{"trajectories": [{}, {}]}, {"trajectories": [{}]}, {}]}';
    expect(summaryOf(open(content))).toEqual({
      kind: 'log-request',
      errors: 0,
      warnings: 0,
      split: 'train',
      modelId: null,
      groups: { kind: 'array', slice: { from: content.indexOf('[{"traj'), to: content.length - 1 } },
      config: null,
      groupCount: 3,
      trajectoryCount: 3,
      mixedLine: null,
    });
  });
  it('a training job has its model id and the slice of its config', () => {
    const content = `{"model_id": "${id}", "trajectory_groups": [], "experimental_config": {"ppo": true}}`;
    const summary = summaryOf(open(content));
    expect(summary).toMatchObject({ kind: 'training-job', modelId: id, groupCount: 0, trajectoryCount: 0 });
    expect(content.slice(summary.config!.from, summary.config!.to)).toBe('{"ppo": true}');
  });
  it('a group has itself as its only item', () => {
    const content = ' {"trajectories": [{}]} ';
    expect(summaryOf(open(content))).toMatchObject({
      kind: 'group',
      groups: { kind: 'items', bounds: `1,${content.length - 1}` },
      groupCount: 1,
      trajectoryCount: 1,
    });
  });
  it('JSON Lines has the bounds of each value, without blank lines', () => {
    const content = '{"trajectories": [{}]}\n\n {"trajectories": [{}, {}]}\n';
    expect(summaryOf(open(content, options.lines))).toMatchObject({
      kind: 'group-lines',
      groups: { kind: 'items', bounds: '0,22,25,51' },
      groupCount: 2,
      trajectoryCount: 3,
    });
  });
  it('JSON Lines without a line has nothing to send', () => {
    expect(summaryOf(open('\n', options.lines)).groups).toBeNull();
  });
  it('a training config has the root as config and no groups', () => {
    const content = ' {"epsilon": 0.2}';
    expect(summaryOf(open(content, options.config))).toMatchObject({
      kind: 'training-config',
      config: { from: 1, to: 17 },
      groups: null,
      groupCount: 0,
    });
  });
  it('an unrecognized document has neither groups nor a config', () => {
    expect(summaryOf(open('[{"trajectories": []}]'))).toMatchObject({
      kind: 'unrecognized',
      errors: 1,
      groups: null,
      config: null,
    });
  });
  it('an empty text has nothing', () => {
    expect(summaryOf(open(''))).toMatchObject({ kind: 'log-request', errors: 0, groups: null, config: null });
  });
  it('a half-typed request has what is there', () => {
    const content = '{"model_id": 7, "trajectory_groups": [{"trajectories": [{}';
    const { groups, ...rest } = summaryOf(open(content));
    expect(groups).toEqual({ kind: 'array', slice: { from: content.indexOf('['), to: content.length } });
    expect(rest).toMatchObject({ modelId: null, groupCount: 1, trajectoryCount: 1 });
    expect(rest.errors).toBeGreaterThan(0);
    expect(summaryOf(open('{"model_id": "x", "experimental_config":')).config).toBeNull();
  });
});
