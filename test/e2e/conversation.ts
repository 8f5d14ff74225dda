/**
 * A log request with one group: the first trajectory defines and calls a tool and has its result; the second has a
 * different reward.
 */
export const conversation = `{
  "split": "train",
  "trajectory_groups": [
    {
      "trajectories": [
        {
          "messages_and_choices": [
            { "role": "user", "content": "How warm is it?" },
            {
              "role": "assistant",
              "content": null,
              "tool_calls": [
                { "id": "call_1", "type": "function", "function": { "name": "measure", "arguments": "{}" } }
              ]
            },
            { "role": "tool", "tool_call_id": "call_1", "name": "measure", "content": "9 °C" }
          ],
          "reward": 0.25,
          "metrics": { "turns": 3, "wind": 0.5 },
          "tools": [
            { "type": "function", "function": { "name": "measure", "parameters": {} } }
          ]
        },
        {
          "messages_and_choices": [],
          "reward": 1,
          "metrics": {}
        }
      ]
    }
  ]
}
`;
