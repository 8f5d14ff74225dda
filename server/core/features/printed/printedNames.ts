/** Wrappers whose first argument is the value. */
export const wrappers =
  /^(?:np\.|numpy\.|collections\.|decimal\.|uuid\.|pathlib\.)?(?:float(?:16|32|64)?|u?int(?:8|16|32|64)?|bool_?|str_?|array|list|tuple|set|frozenset|deque|OrderedDict|Counter|dict|Decimal|UUID|(?:Posix|Windows)?Path)$|^(?:torch\.)?tensor$|^(?:jnp\.)?[aA]rray$|^(?:pd\.)?Timestamp$|^(?:ObjectId|ISODate|NumberLong)$/;

/** Constants of Python and JavaScript in JSON. */
export const constants: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  true: 'true',
  false: 'false',
  null: 'null',
  undefined: 'null',
  // NumPy 2 prints the module, too.
  'np.True_': 'true',
  'np.False_': 'false',
};

/** What a wrapper without arguments is in JSON: Python prints an empty set as `set()`. */
export const emptyWrappers: Readonly<Record<string, string>> = {
  'collections.OrderedDict': '{}',
  'collections.deque': '[]',
  Counter: '{}',
  OrderedDict: '{}',
  deque: '[]',
  dict: '{}',
  frozenset: '[]',
  list: '[]',
  set: '[]',
  tuple: '[]',
};
