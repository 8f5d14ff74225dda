/** Style sheets are imported for the bundler, which combines them into one file. */
declare module '*.css';
