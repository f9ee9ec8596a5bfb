//! Theoretical and measured peaks and their provenance.
